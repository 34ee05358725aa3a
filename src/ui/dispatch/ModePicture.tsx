import { memo, type CSSProperties } from 'react';
import type { DispatchCell, DispatchRun, NodeRun, Written } from '../../scenarios/dispatch/dispatch-run.ts';
import type { DispatchSettings } from '../../scenarios/dispatch/parameters.ts';
import { CountMark } from './CountMark.tsx';
import { text } from './words.ts';

/** What one mode's nodes did: a row for each node, a column for each tick, and one for after the run. */
export const ModePicture = memo(function ModePicture(props: {
  readonly run: DispatchRun;
  readonly settings: DispatchSettings;
  /** Ticks of the longest run, so that the columns of all stand under each other. */
  readonly longest: number;
}) {
  const { run, settings, longest } = props;
  const { mode, nodes, ticks } = run;
  const heading = `dispatch-${mode}`;
  return (
    <div className="dispatch-mode">
      <div className="dispatch-mode-head">
        <h3 id={heading}>{text.modes[mode]}</h3>
        <p>{text.rules[mode](settings)}</p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <div className="dispatch-scroll" role="region" aria-labelledby={heading} tabIndex={0}>
        <table
          className="dispatch-grid"
          aria-labelledby={heading}
          style={{ '--longest': longest, '--ticks': ticks } as CSSProperties}
        >
          <thead>
            <tr>
              <th scope="col" className="dispatch-name">
                {text.tick}
              </th>
              {Array.from({ length: ticks }, (_, tick) => (
                <th key={tick} scope="col">
                  {tick}
                </th>
              ))}
              <th scope="col" className="dispatch-after" aria-label={text.afterRun}>
                {text.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node, number) => (
              <NodeRow key={node.id} node={node} number={number} />
            ))}
            <FailoverRow run={run} stallTick={settings['stall-tick']} />
          </tbody>
        </table>
      </div>
      <p className="dispatch-end">{text.end(run)}</p>
    </div>
  );
});

function NodeRow({ node, number }: { readonly node: NodeRun; readonly number: number }) {
  return (
    <tr>
      <th scope="row" className="dispatch-name">
        {text.node(number)}
      </th>
      {node.cells.map((cell, tick) => (
        <td key={tick} className={bandOf(cell)}>
          <span className="hidden">{text.cell(cell)}</span>
          <Marks cell={cell} />
        </td>
      ))}
      <td className="dispatch-after">
        <span className="hidden">{text.late(node.late)}</span>
        <Counts written={node.late} />
      </td>
    </tr>
  );
}

/** The lease, or the claim, that is in the way. */
function bandOf({ leads, holds }: DispatchCell): string | undefined {
  if (leads) return 'leads';
  return holds === null ? undefined : 'holds';
}

function Marks({ cell: { poll, stall } }: { readonly cell: DispatchCell }) {
  if (stall === 'goes-on') return <span className="dispatch-still" aria-hidden="true" />;
  if (stall === 'begins') return <CountMark mark="taken" count={poll?.taken ?? 0} />;
  if (poll === null) return null;
  if (poll.taken === 0) return <CountMark mark="empty" count={null} />;
  return <Counts written={poll.written} />;
}

function Counts({ written: { effects, duplicates, refused } }: { readonly written: Written }) {
  return (
    <>
      {effects > duplicates && <CountMark mark="effects" count={effects - duplicates} />}
      {duplicates > 0 && <CountMark mark="duplicates" count={duplicates} />}
      {refused > 0 && <CountMark mark="refused" count={refused} />}
    </>
  );
}

/** From the stall of the leader until another one leads. */
function FailoverRow({ run, stallTick }: { readonly run: DispatchRun; readonly stallTick: number }) {
  const { failover } = run.figures;
  if (failover === 0) return null;
  const length = failover ?? run.ticks - stallTick;
  const place = { '--from': stallTick, '--length': length } as CSSProperties;
  return (
    <tr className="dispatch-failover">
      <th scope="row" className="dispatch-name">
        {text.failover}
      </th>
      <td colSpan={run.ticks + 1}>
        <b style={place}>{failover === null ? text.neverLed : text.noLeader(failover)}</b>
      </td>
    </tr>
  );
}
