import { memo, useEffect, useRef, useState } from 'react';
import { DISPATCH_ID } from '../../scenarios/dispatch/dispatch-entry.ts';
import { playConfiguration } from '../../scenarios/play-scenario.ts';
import { dispatchThumbnail } from '../dispatch/dispatch-thumbnail.ts';
import { layoutRun } from '../timeline/layout.ts';
import { builtin } from './load-builtin.ts';
import { thumbnailOf, THUMBNAIL_WIDTH, type Thumbnail } from './thumbnail.ts';

/** Pictures that were drawn, by scenario; null where its first configuration could not be played. */
const drawn = new Map<string, Thumbnail | null>();

/** A run of a scenario, drawn small from its own trace as it comes into view. */
export const RunThumbnail = memo(function RunThumbnail({ id }: { readonly id: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [thumbnail, setThumbnail] = useState(drawn.get(id) ?? null);
  useEffect(() => {
    const element = place.current;
    if (element === null || drawn.has(id)) return undefined;
    let idle: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // One after the other, so that the list can be scrolled meanwhile.
        idle = setTimeout(() => setThumbnail(draw(id)));
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(idle);
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

function draw(id: string): Thumbnail | null {
  const known = drawn.get(id);
  if (known !== undefined) return known;
  const thumbnail = id === DISPATCH_ID ? dispatchThumbnail() : thumbnailOfBuiltin(id);
  drawn.set(id, thumbnail);
  return thumbnail;
}

function thumbnailOfBuiltin(id: string): Thumbnail | null {
  const scenario = builtin(id);
  const first = scenario?.configurations[0]?.id;
  if (scenario === undefined || first === undefined) return null;
  const played = playConfiguration(scenario, first, {});
  return played.ok ? thumbnailOf(layoutRun(played.value.run)) : null;
}
