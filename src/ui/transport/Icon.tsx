const PATHS = {
  start: 'M3 2.5v9M12 2.5v9l-7-4.5z',
  back: 'M10.5 2.5v9l-7-4.5z',
  play: 'M3.5 2v10l8-5z',
  pause: 'M3 2.5h3v9h-3zM8 2.5h3v9h-3z',
  forward: 'M3.5 2.5v9l7-4.5z',
  end: 'M11 2.5v9M2 2.5v9l7-4.5z',
} as const;

/** A small picture on a button, which has a name of its own. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </svg>
  );
}
