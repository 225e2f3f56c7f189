import { sessionChannel } from '../../contract/session.ts';

/**
 * Tells all tabs of this browser, this one among them, that the session is another: each then asks
 * for itself (`src/client/start/tabs.ts`).
 */
export function broadcastSession(): void {
  const channel = new BroadcastChannel(sessionChannel);
  channel.postMessage('changed');
  channel.close();
}
