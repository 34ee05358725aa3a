import { memo } from 'react';

/** What a shape stands for. No two shapes are alike without their colour. */
export type Mark = 'effects' | 'duplicates' | 'refused' | 'empty' | 'taken';

const PATHS: { readonly [mark in Mark]: string } = {
  effects: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2z',
  // The diamond of what is at risk and the shield of the fence, as everywhere on the page.
  duplicates: 'M12 0L24 12L12 24L0 12z',
  refused: 'M12 0l10 3.5v7c0 7-5 11-10 13.5c-5-2.5-10-6.5-10-13.5v-7z',
  empty: 'M12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z',
  // What it had taken, and the bars of a pause.
  taken: 'M1 3h18v18h-18zM25 5v14M30 5v14',
};

/** A count in its shape; the shape alone where the count stands beside it. */
export const CountMark = memo(function CountMark(props: {
  readonly mark: Mark;
  readonly count: number | null;
}) {
  const { mark, count } = props;
  return (
    <svg
      className={`count-mark count-${mark}`}
      viewBox={mark === 'taken' ? '-1 -1 34 26' : '-1 -1 26 26'}
      aria-hidden="true"
    >
      <path d={PATHS[mark]} />
      {count !== null && (
        <text x={mark === 'taken' ? 10 : 12} y="16.2" textAnchor="middle">
          {count}
        </text>
      )}
    </svg>
  );
});
