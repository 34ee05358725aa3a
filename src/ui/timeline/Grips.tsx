import { memo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { GripPhase, TimelineGrip } from './grip-props.ts';
import type { HitScene } from './hit.ts';
import { placeOfEntry } from './hit.ts';
import { niceStep } from './scale.ts';

/** A key moves by this many of the steps that the picture can show; with Shift, or Page, by ten times that. */
const COARSE = 10;

/**
 * What can be taken hold of in a panel: by pointer, by touch, and by keyboard. A group with one tab stop:
 * up and down go from one to the next, left and right move the one that has the focus.
 */
export const Grips = memo(function Grips(props: {
  readonly grips: readonly TimelineGrip[];
  readonly scene: HitScene;
  readonly label: string;
  readonly onGrip: (grip: string, phase: GripPhase, t: number) => void;
}) {
  const { grips, scene, label, onGrip } = props;
  const [wanted, setWanted] = useState<string | null>(null);
  /** The one that is held, and the order meanwhile: a node that is moved in the document would lose the pointer. */
  const [held, setHeld] = useState<{ readonly id: string; readonly order: readonly string[] } | null>(null);
  const group = useRef<SVGGElement>(null);
  const active = grips.find(({ id }) => id === wanted) ?? grips.find(({ quiet }) => !quiet) ?? grips[0];
  if (active === undefined) return null;

  const focus = (id: string): void => {
    setWanted(id);
    group.current?.querySelector<SVGGElement>(`[data-grip="${CSS.escape(id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, grip: TimelineGrip): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = niceStep(scene.scale) * (event.shiftKey ? COARSE : 1);
    const index = grips.indexOf(grip);
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowLeft':
        onGrip(grip.id, 'key', clamp(grip, stepped(grip.t, step, event.key === 'ArrowRight' ? 1 : -1)));
        break;
      case 'PageUp':
      case 'PageDown':
        onGrip(grip.id, 'key', clamp(grip, stepped(grip.t, step * COARSE, event.key === 'PageUp' ? 1 : -1)));
        break;
      case 'ArrowUp':
      case 'ArrowDown': {
        const next = grips[index + (event.key === 'ArrowDown' ? 1 : -1)];
        if (next !== undefined) focus(next.id);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <g ref={group} role="group" aria-label={label} className="tl-grips">
      {inOrder(grips, held?.order ?? null).map((grip) => (
        <GripHandle
          key={grip.id}
          grip={grip}
          scene={scene}
          isActive={grip.id === active.id}
          isHeld={grip.id === held?.id}
          onFocus={() => setWanted(grip.id)}
          onKeyDown={(event) => onKeyDown(event, grip)}
          onGrip={(phase, t) => {
            if (phase === 'start') setHeld({ id: grip.id, order: grips.map(({ id }) => id) });
            else if (phase === 'end' || phase === 'cancel') setHeld(null);
            onGrip(grip.id, phase, clamp(grip, t));
          }}
        />
      ))}
    </g>
  );
});

function GripHandle(props: {
  readonly grip: TimelineGrip;
  readonly scene: HitScene;
  readonly isActive: boolean;
  /** It stays as long as somebody has hold of it, even out of sight. */
  readonly isHeld: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onGrip: (phase: GripPhase, t: number) => void;
}) {
  const { grip, scene, onGrip } = props;
  const { scale } = scene;
  /** How far from its middle it was taken; null: not taken. */
  const taken = useRef<number | null>(null);
  const x = scale.x(grip.t);
  const y = heightOf(grip, scene);
  const isOut = x < -1 || x > scale.width + 1;
  if (y === null || (isOut && !props.isHeld)) return null;

  const timeOf = (event: PointerEvent<SVGGElement>): number => {
    const svg = event.currentTarget.ownerSVGElement;
    const left = svg === null ? 0 : svg.getBoundingClientRect().left - svg.viewBox.baseVal.x;
    return rounded(scale.t(event.clientX - left - (taken.current ?? 0)), niceStep(scale));
  };
  const end = (event: PointerEvent<SVGGElement>, phase: 'end' | 'cancel'): void => {
    if (taken.current === null) return;
    taken.current = null;
    onGrip(phase, timeOf(event));
  };
  return (
    <g
      className={`tl-grip ${grip.quiet ? 'tl-grip-quiet' : ''}`}
      data-grip={grip.id}
      role="slider"
      tabIndex={props.isActive ? 0 : -1}
      aria-label={grip.label}
      aria-orientation="horizontal"
      aria-valuenow={Math.round(grip.t / 1000)}
      aria-valuemin={Math.round(grip.min / 1000)}
      aria-valuemax={Math.round(grip.max / 1000)}
      aria-valuetext={grip.value}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const svg = event.currentTarget.ownerSVGElement;
        const left = svg === null ? 0 : svg.getBoundingClientRect().left - svg.viewBox.baseVal.x;
        taken.current = event.clientX - left - x;
        onGrip('start', grip.t);
      }}
      onPointerMove={(event) => {
        if (taken.current !== null) onGrip('move', timeOf(event));
      }}
      onPointerUp={(event) => end(event, 'end')}
      onPointerCancel={(event) => end(event, 'cancel')}
      onLostPointerCapture={(event) => end(event, 'end')}
      onClick={(event) => event.stopPropagation()}
    >
      <title>{grip.label}</title>
      {grip.tetheredAt !== null && (
        <line className="tl-grip-tether" x1={scale.x(grip.tetheredAt)} x2={x} y1={y} y2={y} />
      )}
      <rect className="tl-grip-reach" x={x - 9} y={y - 12} width={18} height={24} />
      <rect className="tl-grip-bar" x={x - 2.5} y={y - 8} width={5} height={16} rx={2.5} />
    </g>
  );
}

/** Handles in an order that was noted; those that are new come last. */
function inOrder(grips: readonly TimelineGrip[], order: readonly string[] | null): readonly TimelineGrip[] {
  if (order === null) return grips;
  const place = ({ id }: TimelineGrip): number => {
    const index = order.indexOf(id);
    return index < 0 ? order.length : index;
  };
  return grips.toSorted((a, b) => place(a) - place(b));
}

function heightOf(grip: TimelineGrip, scene: HitScene): number | null {
  const lane = scene.picture.lanes.findIndex((one) => one.lane.id === grip.lane);
  const box = scene.geometry.lanes[lane];
  if (box === undefined) return null;
  if (grip.track === 'band') {
    return box.bandHeight > 0 ? box.bandTop + box.bandHeight / 2 : box.barTop - 4;
  }
  const place = placeOfEntry(scene, grip.seq);
  return place?.y ?? null;
}

function clamp({ min, max }: TimelineGrip, t: number): number {
  return Math.min(max, Math.max(min, t));
}

function rounded(t: number, step: number): number {
  return Math.round(t / step) * step;
}

/** The next multiple of a step in a direction. */
function stepped(t: number, step: number, direction: 1 | -1): number {
  const next = direction === 1 ? Math.floor(t / step + 1e-9) + 1 : Math.ceil(t / step - 1e-9) - 1;
  return next * step;
}
