import { en } from '../text/en.ts';
import { enPage } from '../text/en-page.ts';
import { enScenarios } from '../text/en-scenarios.ts';
import { timelineText } from '../text/timeline.ts';

/** The words of the page: the one place where its language is chosen. */
export const text = { ...en, page: enPage, scenarios: enScenarios, timeline: timelineText };
