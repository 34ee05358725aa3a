import type { ReactElement } from 'react';
import { ONE_COLUMN, useMedia } from '../shell/use-media.ts';

/** The form beside what comes of it; in one column what comes of it is first, for eyes and keys alike. */
export function useInOrder(form: ReactElement, main: ReactElement): readonly ReactElement[] {
  return useMedia(ONE_COLUMN) ? [main, form] : [form, main];
}
