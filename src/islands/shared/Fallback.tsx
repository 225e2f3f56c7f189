import { Component, type ReactNode } from 'react';

/** Shows something else where its children fail, as when the network loses a chunk of theirs. */
export class Fallback extends Component<
  { readonly to: ReactNode; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.to : this.props.children;
  }
}
