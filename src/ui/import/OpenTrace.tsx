import { lazy, Suspense, useCallback, useState } from 'react';
import { DropTarget } from './DropTarget.tsx';
import type { Opened } from './opened.ts';
import { text } from './words.ts';

const loadDialog = () => import('./ImportDialog.tsx');
const ImportDialog = lazy(async () => ({ default: (await loadDialog()).ImportDialog }));

/** What the button is told and tells. */
export interface OpenTraceProps {
  readonly onOpen: (opened: Opened) => void;
}

/** The button that opens something of one's own, and the whole page as a place to drop a file on. */
export function OpenTrace({ onOpen }: OpenTraceProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const onFile = useCallback((file: File) => setAsked({ file }), []);
  const onClose = useCallback(() => setAsked(null), []);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setAsked({ file: null })}>
        {text.open}
      </button>
      <DropTarget onOver={prepare} onFile={onFile} />
      {asked !== null && (
        <Suspense fallback={null}>
          <ImportDialog file={asked.file} onOpen={onOpen} onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}

/** The dialog travels while the file is still held. */
function prepare(): void {
  loadDialog().catch(() => undefined);
}

interface Asked {
  readonly file: File | null;
}
