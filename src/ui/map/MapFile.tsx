import { useRef } from 'react';
import { bad, good, type Problem, type Result } from '../../engine/result.ts';
import { sweepText as words } from '../../text/sweep.ts';
import { saveText } from '../shell/save-file.ts';
import { useAppStore } from '../state/app-context.ts';
import { notify } from '../state/store.ts';

/** Longer files are no maps. */
const MOST_BYTES = 20_000_000;

/** Saves what is asked with what came of it, and asks what a file asks. */
export function MapFile(props: {
  readonly name: string;
  readonly make: () => object;
  /** Takes what was read; problems name the place in it. */
  readonly take: (document: unknown) => Result<null>;
}) {
  const { name, make, take } = props;
  const store = useAppStore();
  const input = useRef<HTMLInputElement>(null);
  const load = async (file: File): Promise<void> => {
    const document = await readJson(file);
    const taken = document.ok ? take(document.value) : document;
    if (taken.ok) return;
    for (const { where, what } of firstOf(taken.problems))
      notify(store, { text: words.notLoaded(where, what) });
  };
  return (
    <div className="map-files">
      <button type="button" onClick={() => saveText(name, `${JSON.stringify(make(), null, 1)}\n`)}>
        {words.save}
      </button>
      <button type="button" onClick={() => input.current?.click()}>
        {words.load}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.load}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) void load(file);
        }}
      />
    </div>
  );
}

async function readJson(file: File): Promise<Result<unknown>> {
  if (file.size > MOST_BYTES) return bad({ where: file.name, what: words.notJson });
  try {
    return good(JSON.parse(await file.text()) as unknown);
  } catch {
    return bad({ where: file.name, what: words.notJson });
  }
}

function firstOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.slice(0, 3);
}
