import { scenarioName, scenarioSentence } from '../labels.ts';
import type { Source } from '../state/source.ts';

/** The shown name of what is open. */
export function sourceName(source: Source): string {
  switch (source.kind) {
    case 'scenario':
    case 'document':
      return scenarioName(source.scenario);
    case 'report':
      return source.run.label;
    case 'trace':
      return source.name;
  }
}

/** What is open, in one sentence. */
export function sourceSentence(source: Source): string {
  switch (source.kind) {
    case 'scenario':
    case 'document':
      return scenarioSentence(source.scenario);
    case 'report':
    case 'trace':
      return '';
  }
}
