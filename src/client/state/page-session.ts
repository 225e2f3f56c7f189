import { fetchUser } from '../api/fetch-user.ts';
import { sessionSource } from './session-source.ts';

/** The session of this page: one for the start script and all islands. */
export const pageSession = sessionSource(fetchUser);
