import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/** Catches errors thrown while rendering a screen, and a chunk that no longer exists after a new release. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="wrap lone" id="main">
        <h1>This page did not load</h1>
        <p className="lead">A newer version may be out, or the connection dropped. Nothing you saved is lost.</p>
        <Button tone="primary" size="large" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </main>
    );
  }
}
