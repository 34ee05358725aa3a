import { useMemo, type ReactNode } from 'react';
import { useSaid } from '../shell/use-said.ts';
import { useApp, useAppStore } from '../state/app-context.ts';
import { edit, notify } from '../state/store.ts';
import { ConfigurationChoice } from '../study/ConfigurationChoice.tsx';
import type { StudyPageProps } from '../study/page.ts';
import { useParts } from '../study/use-parts.ts';
import { NOTHING, textOfTyped, typedOfText, type Typed } from './asked.ts';
import { budgetOf, isBudget, type ClientBudget } from './budget-of.ts';
import { BudgetBar } from './BudgetBar.tsx';
import { BudgetSide } from './BudgetSide.tsx';
import { putBack } from './put-back.ts';
import { text } from './words.ts';
import './budget.css';

const PARTS = { read: typedOfText, write: textOfTyped, told: text.strange };

/** Every wait of one client against its TTL: what is left in the worst case, and what that says. */
export function BudgetPage({ scenario, configuration, asked, onChange }: StudyPageProps) {
  const store = useAppStore();
  const values = useApp((state) => state.values);
  const edits = useApp((state) => state.edits);
  const typed = useParts(asked, PARTS, onChange);
  const change = (to: Typed): void => onChange(textOfTyped(to));
  const found = useMemo(
    () => budgetOf(scenario, configuration, { values, edits }, typed),
    [scenario, configuration, values, edits, typed],
  );
  if (!isBudget(found)) {
    const words =
      found.kind === 'no-holder'
        ? text.problems['no-holder']
        : found.kind === 'no-client'
          ? text.problems['no-client'](found.client)
          : text.problems.problem(found.what);
    return (
      <>
        <div className="study-side budget-side">
          <ConfigurationChoice scenario={scenario} configuration={configuration} />
        </div>
        <p className="study-main">
          {words}{' '}
          {found.kind === 'no-client' && (
            <button type="button" className="link" onClick={() => change(NOTHING)}>
              {text.firstClient}
            </button>
          )}
        </p>
      </>
    );
  }
  const back = putBack(scenario, configuration, { values, edits }, found, typed);
  const put = (): void => {
    edit(store, { values: back.values, edits: back.edits });
    const numbers = Object.fromEntries(
      Object.entries(typed.numbers).filter(([name]) => back.kept.some((kept) => kept === name)),
    );
    change({ ...typed, numbers });
  };
  return (
    <>
      <BudgetSide
        scenario={scenario}
        configuration={configuration}
        found={found}
        typed={typed}
        onChange={change}
      >
        {back.put.length > 0 && (
          <button type="button" className="primary" onClick={put}>
            {text.putBack}
          </button>
        )}
        {back.put.length + back.kept.length > 0 && (
          <p className="muted">{text.putBackNote(back.kept.map((name) => text.fields[name]))}</p>
        )}
      </BudgetSide>
      <section className="study-main" aria-labelledby="budget-heading">
        <Said found={found} />
      </section>
    </>
  );
}

/** The result: headline, bar, the sentence for a review, and what holds. */
function Said({ found }: { readonly found: ClientBudget }) {
  const { read, figures, budget } = found;
  const { client } = read;
  const [copied, say] = useSaid();
  const store = useAppStore();
  const sentence = text.sentence(client, figures, budget);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(sentence);
      say(true);
    } catch {
      notify(store, { text: text.copyFailed });
    }
  };
  const { survives, firstMarginMs, marginMs, beliefMarginMs } = budget;
  const isCrowded =
    figures.renewing === 'steady' && figures.timeout !== null
      ? budget.parts.some(({ name }) => name === 'again') &&
        figures.retries * figures.timeout > 4 * figures.interval
      : false;
  return (
    <>
      <h3
        id="budget-heading"
        aria-live="polite"
        className={`budget-headline ${marginMs > 0 ? 'is-left' : 'is-over'}`}
      >
        {text.headline(budget)}
      </h3>
      <BudgetBar {...found} />
      <figure className="budget-sentence">
        <figcaption>{text.review}</figcaption>
        <blockquote>{sentence}</blockquote>
        <button type="button" onClick={() => void copy()}>
          {copied ? text.copied : text.copy}
        </button>
      </figure>
      <h4>{text.holds.heading}</h4>
      <ul className="budget-says">
        {survives !== null && (
          <Statement kind={figures.failed <= survives ? 'yes' : 'no'}>{text.survives(budget)}</Statement>
        )}
        {Number.isFinite(firstMarginMs) && firstMarginMs < marginMs && (
          <Statement kind={firstMarginMs > 0 ? 'yes' : 'no'}>{text.first(budget)}</Statement>
        )}
        <Statement kind={beliefMarginMs !== null && beliefMarginMs > 0 ? 'yes' : 'no'}>
          {text.belief(client, figures, budget)}
        </Statement>
        <Statement kind="limit">{text.stop(client, figures, budget)}</Statement>
      </ul>
      <p className="muted">
        {text.notes.assumes}
        {read.renewsByHand && ` ${text.notes.byHand(client)}`}
        {figures.renewing === 'none' &&
          found.marks.work === 'assumed' &&
          read.workLacks.length > 0 &&
          ` ${text.notes.workLacks(read.workLacks)}`}
        {isCrowded && ` ${text.notes.crowded}`}
        {figures.allowance > 0 && ` ${text.notes.allowance(figures.allowance)}`}
        {figures.late > 0 && ` ${text.notes.late(figures.late)}`}
      </p>
    </>
  );
}

const SHAPES = { yes: 'M2 7.5 5.5 11 12 3.5', no: 'M3 3 11 11M11 3 3 11', limit: 'M2 7H12' } as const;

/** One thing that the numbers promise, or do not, or cannot. */
function Statement({ kind, children }: { readonly kind: keyof typeof SHAPES; readonly children: ReactNode }) {
  return (
    <li className={`is-${kind}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={text.holds[kind]}>
        <path d={SHAPES[kind]} />
      </svg>
      <span>{children}</span>
    </li>
  );
}
