import { Component, type ReactNode } from 'react';
import { LostPage } from './lost-page.tsx';

/** Catches errors thrown while rendering a screen, and a chunk that cannot be loaded: offline, or after a new release. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <LostPage /> : this.props.children;
  }
}
