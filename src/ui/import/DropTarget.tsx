import { useEffect, useState } from 'react';
import './drop-target.css';
import { text } from './words.ts';

/** What the place to drop a file on tells. */
export interface DropTargetProps {
  /** A file is held over the page. */
  readonly onOver: () => void;
  readonly onFile: (file: File) => void;
}

/** Takes a file that is dropped anywhere on the page, and says so while one is held over it. */
export function DropTarget({ onOver, onFile }: DropTargetProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(true);
      onOver();
    };
    const leave = (event: DragEvent): void => {
      // Moving between parts of the page is no leaving: that names where to.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!holdsFile(event)) return;
      // Without this the browser would leave the page for the file.
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) onFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onOver, onFile]);
  return isOver ? (
    <div className="drop-target" aria-hidden="true">
      <p>{text.drop}</p>
    </div>
  ) : null;
}

function holdsFile(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}
