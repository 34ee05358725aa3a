import { memo } from 'react';
import { severityGlyph } from '../timeline/glyphs.ts';
import type { Severity } from '../timeline/picture.ts';

/** The shape that stands for a finding wherever its words do. Its colour is `--c`. */
export const SeverityShape = memo(function SeverityShape({ severity }: { readonly severity: Severity }) {
  const glyph = severityGlyph(severity, 0, 0);
  return (
    <svg className="shape" width="16" height="16" viewBox="-10 -10 20 20" aria-hidden="true">
      {glyph.fill !== undefined && <path className="tl-glyph-fill" d={glyph.fill} />}
      {glyph.stroke !== undefined && <path className="tl-glyph-stroke" d={glyph.stroke} />}
      {glyph.cut !== undefined && <path className="tl-glyph-cut" d={glyph.cut} />}
    </svg>
  );
});
