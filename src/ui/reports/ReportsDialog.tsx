import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ReportEntry } from '../../scenarios/reports/index.ts';
import { ReportList } from './ReportList.tsx';
import { text } from './words.ts';

/** What the dialog is told and tells. */
export interface ReportsDialogProps {
  readonly openId: string | null;
  readonly onOpen: (report: ReportEntry) => void;
  readonly onClose: () => void;
}

/** All public reports, to choose one. */
export function ReportsDialog({ openId, onOpen, onClose }: ReportsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
  }, []);
  // Outside of the panel it was opened from, whose look is none of its own.
  return createPortal(
    <dialog className="reports-dialog" ref={dialog} aria-labelledby="reports-title" onClose={onClose}>
      <div className="dialog-head">
        <h2 id="reports-title">{text.title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          {text.close}
        </button>
      </div>
      <p>{text.intro}</p>
      <ReportList
        openId={openId}
        onOpen={(report) => {
          onOpen(report);
          dialog.current?.close();
        }}
      />
    </dialog>,
    document.body,
  );
}
