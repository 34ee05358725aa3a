import { memo, useEffect, useRef, useState } from 'react';
import { THUMBNAIL_WIDTH } from './thumbnail.ts';
import { knownThumbnail, wishForThumbnail } from './thumbnails.ts';

/** A run of a scenario, drawn small from its own trace as it comes into view. */
export const RunThumbnail = memo(function RunThumbnail({ id }: { readonly id: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [thumbnail, setThumbnail] = useState(knownThumbnail(id) ?? null);
  useEffect(() => {
    const element = place.current;
    if (element === null || knownThumbnail(id) !== undefined) return undefined;
    let leave = (): void => undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        leave = wishForThumbnail(id, setThumbnail);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      leave();
    };
  }, [id]);
  return (
    <div className="gallery-picture" ref={place} aria-hidden="true">
      {thumbnail !== null && (
        <svg
          viewBox={`0 0 ${String(THUMBNAIL_WIDTH)} ${thumbnail.height.toFixed(1)}`}
          preserveAspectRatio="xMinYMid"
        >
          {thumbnail.shapes.map(({ d, className }, index) => (
            <path key={index} d={d} className={className} />
          ))}
        </svg>
      )}
    </div>
  );
});
