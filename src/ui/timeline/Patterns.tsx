import { memo } from 'react';
import { CLIENT_COLOURS, clientClass } from './colours.ts';
import type { Fill } from './drawing.ts';

/** The id of a pattern; hatches differ by client, the bands do not. */
export function patternId(prefix: string, fill: Fill, client: number): string {
  return client < 0 ? `${prefix}-${fill}` : `${prefix}-${fill}-${String(client % CLIENT_COLOURS)}`;
}

/** Hatches and dots. They say without colour what is belief, zombie, dangerous zombie, pause and crash. */
export const Patterns = memo(function Patterns(props: { readonly prefix: string; readonly clients: number }) {
  const { prefix } = props;
  const clients = Array.from({ length: Math.min(CLIENT_COLOURS, props.clients) }, (_, index) => index);
  return (
    <svg className="tl-patterns" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        {clients.map((client) => (
          <g key={client} className={clientClass(client)}>
            <pattern
              id={patternId(prefix, 'zombie', client)}
              width="7"
              height="7"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className="tl-stripe" width="2.6" height="7" />
            </pattern>
            <pattern
              id={patternId(prefix, 'danger', client)}
              width="7"
              height="7"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className="tl-stripe" width="2.7" height="7" />
              <rect className="tl-stripe-danger" x="3.5" width="2.7" height="7" />
            </pattern>
          </g>
        ))}
        <pattern id={patternId(prefix, 'pause', -1)} width="5" height="5" patternUnits="userSpaceOnUse">
          <circle className="tl-dot" cx="2.5" cy="2.5" r="1" />
        </pattern>
        <pattern id={patternId(prefix, 'crash', -1)} width="6" height="6" patternUnits="userSpaceOnUse">
          <path className="tl-dash" d="M1 3h3" />
        </pattern>
      </defs>
    </svg>
  );
});
