import '../rare-words.ts';
import { dispatch } from './dispatch.ts';
import { provideScenarioTexts } from './known.ts';
import { reports } from './reports.ts';
import { s1 } from './s1.ts';
import { s2 } from './s2.ts';
import { s3 } from './s3.ts';
import { s4 } from './s4.ts';
import { s5 } from './s5.ts';

// Loaded for what it does: from here on every built-in scenario has its words.
for (const texts of [s1, s2, s3, s4, s5, reports, dispatch]) provideScenarioTexts(texts);
