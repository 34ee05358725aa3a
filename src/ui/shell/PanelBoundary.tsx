import { Component, type ReactNode } from 'react';
import { text } from '../text.ts';

interface Props {
  /** The panel's name, for the message. */
  readonly name: string;
  /** When this changes, what failed is tried again: other input may well work. */
  readonly resetOn?: unknown;
  readonly children: ReactNode;
}

/** Keeps an error of one panel inside of it, says which panel it was and how to go on. */
export class PanelBoundary extends Component<Props, { readonly failed: boolean }> {
  override readonly state: { readonly failed: boolean } = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetOn !== this.props.resetOn) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="panel-failed ui" role="alert">
        <p>
          <strong>{text.page.panelFailed(this.props.name)}</strong>
        </p>
        <p>{text.page.panelFailedAdvice}</p>
        <button type="button" onClick={() => this.setState({ failed: false })}>
          {text.page.tryAgain}
        </button>
      </div>
    );
  }
}
