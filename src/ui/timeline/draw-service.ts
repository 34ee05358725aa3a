import { barsInView } from './bars.ts';
import { clientClass } from './colours.ts';
import type { DrawContext } from './draw-context.ts';
import type { LaneBox } from './geometry.ts';
import { linePath, polygonPath, rectPath } from './path.ts';
import type { LeaseSegment, ServiceLane } from './picture.ts';

/** Draws the leases in the record of a lock service. */
export function drawService(context: DrawContext, lane: ServiceLane, box: LaneBox): void {
  for (const [index, row] of lane.rows.entries()) {
    const top = box.barTop + index * box.rowStep;
    for (const bar of barsInView(row.leases, context.scale, { kindOf: clientOf })) {
      const colour = bar.uniform ? clientClass(bar.segment.client) : 'tl-no-client';
      const shape = rectPath(
        bar.left + 0.5,
        top + 0.5,
        Math.max(1, bar.right - bar.left - 1),
        box.barHeight - 1,
        4,
        { left: bar.begins, right: bar.ends },
      );
      context.canvas.add('lease', `tl-lease ${colour}`, shape);
      if (bar.count === 1) drawLease(context, bar.segment, top, box);
    }
  }
}

function drawLease(context: DrawContext, lease: LeaseSegment, top: number, box: LaneBox): void {
  const { canvas, scale, text, nameOf } = context;
  const colour = clientClass(lease.client);
  const left = scale.x(lease.start);
  const right = Math.min(scale.x(lease.end), scale.width + 20);
  const middle = top + box.barHeight / 2;

  for (const { t } of lease.renewals) {
    const x = scale.x(t);
    if (x < 0 || x > scale.width) continue;
    canvas.add(
      'edge',
      `tl-notch ${colour}`,
      polygonPath(x, top + box.barHeight, [
        [-4, 0],
        [4, 0],
        [0, -6],
      ]),
    );
  }

  const name = nameOf(lease.clientId);
  const tokenLeft = Math.max(left, 0) + 7;
  canvas.wish({
    id: `lease ${String(lease.startSeq)}`,
    className: `tl-label ${colour}`,
    size: 12,
    bold: true,
    rank: 1,
    within: [tokenLeft - 5, Math.min(right, scale.width) - 2],
    choices: [
      { text: text.lease(name, lease.token), x: tokenLeft, y: middle, anchor: 'start' },
      { text: text.leaseShort(name, lease.token), x: tokenLeft, y: middle, anchor: 'start' },
      {
        text: lease.token === null ? name : String(lease.token),
        x: tokenLeft - 3,
        y: middle,
        anchor: 'start',
      },
    ],
  });

  if (right < 0 || right > scale.width || lease.endedBy === 'open') return;
  const early = lease.endedBy === 'revoke' || lease.endedBy === 'steal' || lease.endedBy === 'forget';
  canvas.add('edge', `tl-post ${colour}`, linePath(right, top - 5, right, top + box.barHeight + 5));
  if (early && lease.promised > lease.end && lease.promised !== Infinity) {
    // The promise that was not kept to the end.
    const promised = Math.min(scale.x(lease.promised), scale.width + 20);
    const y = Math.round(middle) + 0.5;
    canvas.add('lease', `tl-promise ${colour}`, linePath(right, y, promised, y));
  }
  const words = endWords(context, lease);
  if (words === null) return;
  const y = top + box.barHeight + 5 + box.bandHeight / 2;
  canvas.wish({
    id: `end ${String(lease.startSeq)}`,
    className: early ? 'tl-label tl-halo tl-tone-at-risk' : 'tl-label tl-halo tl-muted',
    size: 11,
    bold: false,
    rank: early ? 1 : 6,
    within: [0, scale.width],
    choices: [
      { text: words, x: right, y, anchor: 'middle' },
      { text: words, x: right + 2, y, anchor: 'end' },
      { text: words, x: right - 2, y, anchor: 'start' },
    ],
  });
}

function endWords({ text, picture, nameOf }: DrawContext, lease: LeaseSegment): string | null {
  switch (lease.endedBy) {
    case 'expire':
      return text.expired;
    case 'release':
      return text.released;
    case 'revoke':
      return text.revoked(lease.by === null ? null : nameOf(lease.by));
    case 'steal':
      return text.stolen(lease.by === null ? null : nameOf(lease.by));
    case 'forget':
      return text.forgotten;
    case 'promise':
      return lease.end <= picture.end ? text.ranOut : null;
    case 'again':
    case 'open':
      return null;
  }
}

function clientOf(lease: LeaseSegment): number {
  return lease.client;
}
