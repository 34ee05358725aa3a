import type { ComponentType } from 'react';
import type { StudyPage } from '../state/inputs.ts';
import type { StudyPageProps } from './page.ts';

/** Where each page is loaded from, in the order in which they are offered. */
export const STUDIES: {
  readonly [page in StudyPage]: () => Promise<{ readonly default: ComponentType<StudyPageProps> }>;
} = {
  prove: async () => ({ default: (await import('../prove/ProvePage.tsx')).ProvePage }),
  break: async () => ({ default: (await import('../break/BreakPage.tsx')).BreakPage }),
  map: async () => ({ default: (await import('../map/MapPage.tsx')).MapPage }),
  ttl: async () => ({ default: (await import('../ttl/TtlPage.tsx')).TtlPage }),
  budget: async () => ({ default: (await import('../budget/BudgetPage.tsx')).BudgetPage }),
};
