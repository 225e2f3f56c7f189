import { AUTH0_DOMAIN, PUBLIC_API_BASE } from 'astro:env/client';
import { mayShowPicture, providerOrigin } from '../../contract/identity-provider.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';
import { forgetEnded, keepFor } from '../state/former-user.ts';
import { pageSession, type SessionState } from '../state/session-store.ts';

/** The user whose avatar the bar shows. */
let shownUser: User | undefined;

pageSession.subscribe(showSession);
showSession(pageSession.current());

/** Shows a session in the bar before React does, with the same avatar (`AvatarMenu.tsx`). */
function showSession(session: SessionState): void {
  const user = session.status === 'signed-in' && session.user.name ? session.user : undefined;
  if (user) {
    keepFor(user.sub);
    showUser(user);
  } else if (shownUser && session.status === 'signed-out') {
    // Another tab has signed out, or the session has ended.
    forgetEnded(location.pathname);
  }
  shownUser = user;
}

function showUser(user: User): void {
  const credits = document.querySelector<HTMLElement>('.bar-credits');
  const { credits: number } = user.app_metadata;
  if (credits) credits.textContent = fill(credits.dataset.text ?? '', { number });
  const place = document.querySelector<HTMLAnchorElement>('.avatar-place');
  if (!place || isSameAvatar(user)) return;
  // With its script, the link to the account becomes the button of the menu.
  place.dataset.demand = '';
  place.role = 'button';
  place.ariaHasPopup = 'menu';
  place.ariaLabel = place.title;
  place.replaceChildren(avatarElement(user));
}

function isSameAvatar(user: User): boolean {
  return user.picture === shownUser?.picture && letterOf(user) === letterOf(shownUser);
}

function avatarElement(user: User): HTMLElement {
  const picture = pictureOf(user);
  if (picture === undefined) return letterElement(user);
  const image = new Image(40, 40);
  image.className = 'avatar';
  image.alt = '';
  image.referrerPolicy = 'no-referrer';
  image.onerror = () => image.replaceWith(letterElement(user));
  image.src = picture;
  return image;
}

function letterElement(user: User): HTMLElement {
  const letter = document.createElement('span');
  letter.className = 'avatar';
  letter.textContent = letterOf(user);
  return letter;
}

/** The address of the user's picture, if a page may show it. */
export function pictureOf({ picture }: User): string | undefined {
  const own = [location.origin, new URL(PUBLIC_API_BASE).origin];
  const provider = providerOrigin(AUTH0_DOMAIN);
  return picture && mayShowPicture(picture, { provider, own }) ? picture : undefined;
}

/** The first character of the user's name as people see it: a flag, or a letter with its accents. */
export function letterOf(user: User | undefined): string {
  const [first] = new Intl.Segmenter().segment((user?.name || user?.email || '').trim());
  return first?.segment.toUpperCase() ?? '';
}
