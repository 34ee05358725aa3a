import type { CSSProperties } from 'react';
import type { ClientBudget } from './budget-of.ts';
import { text } from './words.ts';

/** Room to the right of the latest thing on the bar. */
const AIR = 1.04;

/** The worst case as one bar against the TTL, and its parts as a table: the same lengths in numbers. */
export function BudgetBar({ read, figures, budget }: ClientBudget) {
  const { parts, usedMs, limitMs, marginMs, stopsMs } = budget;
  const { ttl, believing } = figures;
  const drawnMs = parts.reduce((sum, { ms }) => sum + ms, 0);
  const span = AIR * Math.max(ttl, drawnMs, limitMs, stopsMs ?? 0);
  const place = (from: number, to: number): CSSProperties => ({
    left: `${((100 * from) / span).toFixed(3)}%`,
    width: `${((100 * Math.max(0, to - from)) / span).toFixed(3)}%`,
  });
  const isOver = marginMs < 0;
  return (
    <>
      <div className="budget-bar" aria-hidden="true">
        <Mark at={ttl} span={span} words={text.bar.leaseEnds(ttl)} />
        <div className="budget-track">
          {parts.map(({ name, ms }, index) => {
            const from = parts.slice(0, index).reduce((sum, part) => sum + part.ms, 0);
            return (
              <span key={name} className={`budget-part budget-${name}`} style={place(from, from + ms)}>
                <b>{index + 1}</b>
              </span>
            );
          })}
          {marginMs > 0 && <span className="budget-left" style={place(usedMs, limitMs)} />}
          {isOver && <span className="budget-over" style={place(Math.min(limitMs, drawnMs), drawnMs)} />}
          <i className="budget-end" style={{ left: `${((100 * ttl) / span).toFixed(3)}%` }} />
          {believing === 'until-deadline' && stopsMs !== null && (
            <i className="budget-stops" style={{ left: `${((100 * stopsMs) / span).toFixed(3)}%` }} />
          )}
        </div>
        {believing === 'until-deadline' && stopsMs !== null && (
          <Mark at={stopsMs} span={span} words={text.bar.stops(stopsMs)} />
        )}
        <p className="budget-start">{text.bar.start(figures.renewing)}</p>
      </div>
      <table className="budget-parts">
        <caption>{text.bar.caption(read.client)}</caption>
        <thead className="hidden">
          <tr>
            <th scope="col">{text.bar.part}</th>
            <th scope="col">{text.bar.lengthColumn}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, ms }, index) => {
            const [words, how] = text.part(name, figures);
            return (
              <tr key={name}>
                <th scope="row">
                  <span className={`budget-swatch budget-${name}`} aria-hidden="true">
                    <b>{index + 1}</b>
                  </span>
                  <span>
                    {words} <small>{how}</small>
                  </span>
                </th>
                <td>{text.length(ms)}</td>
              </tr>
            );
          })}
          {!Number.isFinite(usedMs) && (
            <tr>
              <th scope="row">
                <span className="budget-swatch budget-over" aria-hidden="true" />
                <span>
                  {text.part('failed', figures)[0]} <small>{text.part('failed', figures)[1]}</small>
                </span>
              </th>
              <td>{text.bar.endless}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <span
                className={`budget-swatch ${isOver ? 'budget-over' : 'budget-left'}`}
                aria-hidden="true"
              />
              {isOver ? text.bar.over : text.bar.left}
            </th>
            <td>{Number.isFinite(usedMs) ? text.length(Math.abs(marginMs)) : text.bar.endless}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}

/** Words at a place of the bar, to that side of it where there is room. */
function Mark({ at, span, words }: { readonly at: number; readonly span: number; readonly words: string }) {
  const share = (100 * at) / span;
  const style = share > 50 ? { right: `${(100 - share).toFixed(3)}%` } : { left: `${share.toFixed(3)}%` };
  return (
    <p className="budget-mark-row">
      <span className={share > 50 ? 'before' : 'after'} style={style}>
        {words}
      </span>
    </p>
  );
}
