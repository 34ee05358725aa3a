import type { Scenario } from '../../scenarios/scenario.ts';

/** What a page is given: it reads what is asked itself, and says what is not understood. */
export interface StudyPageProps {
  readonly scenario: Scenario;
  /** The configuration whose entries are stepped through. */
  readonly configuration: string;
  /** What is asked, as the link writes it; empty: what is usual. */
  readonly asked: string;
  readonly onChange: (asked: string) => void;
}
