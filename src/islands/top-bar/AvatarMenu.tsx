import { AUTH0_DOMAIN, PUBLIC_API_BASE } from 'astro:env/client';
import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { useEffect, useState } from 'react';
import { forgetEnded, forgetUser, keepFor } from '../../client/state/former-user.ts';
import { mayShowPicture, providerOrigin } from '../../contract/identity-provider.ts';
import { logoutPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { fill } from '../../i18n/fill.ts';

export interface AvatarLabels {
  readonly openSettings: string;
  /** With the placeholder `{number}`. */
  readonly credits: string;
  readonly account: string;
  readonly flows: string;
  readonly logout: string;
}

/** The avatar and its settings menu: a chunk of its own that only signed-in users fetch. */
export default function AvatarMenu({
  user,
  accountPath,
  flowsPath,
  labels,
}: {
  readonly user: User;
  readonly accountPath: string;
  readonly flowsPath: string;
  readonly labels: AvatarLabels;
}) {
  useEffect(() => {
    keepFor(user.sub);
    // The menu goes away when another tab signs out, or when the session ends.
    return () => forgetEnded(location.pathname);
  }, [user.sub]);
  const links = [
    [accountPath, labels.account],
    [flowsPath, labels.flows],
    [logoutPath, labels.logout, forgetUser],
  ] as const;
  return (
    <Menu as="div" className="relative">
      <MenuButton
        title={labels.openSettings}
        aria-label={labels.openSettings}
        className="avatar-button relative block rounded-full"
      >
        <Avatar user={user} />
      </MenuButton>
      <MenuItems className="menu absolute right-0 mt-2 w-52 rounded border border-line bg-paper p-1 text-ink [box-shadow:0_1rem_2rem_rgb(0_0_0/20%)] focus:outline-none">
        <MenuItem disabled>
          <span className="block border-b border-line px-3 py-2 font-mono text-sm text-soft">
            {fill(labels.credits, { number: user.app_metadata.credits })}
          </span>
        </MenuItem>
        {links.map(([path, label, onClick]) => (
          <MenuItem key={path}>
            <a href={path} className={itemStyle} onClick={onClick}>
              {label}
            </a>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

const itemStyle = 'block rounded px-3 py-2.5 data-focus:bg-mist data-focus:underline';

/** The first character as people see it: a flag, or a letter with its accents. */
function firstLetter(text: string): string {
  const [first] = new Intl.Segmenter().segment(text.trim());
  return first?.segment.toUpperCase() ?? '';
}

/** The user's picture, or their first letter when none may be shown or it fails to load. */
function Avatar({ user }: { readonly user: User }) {
  const [failed, setFailed] = useState(false);
  if (user.picture && isForeign(user.picture) && !failed) {
    return (
      <img
        src={user.picture}
        alt=""
        width={40}
        height={40}
        referrerPolicy="no-referrer"
        className="size-10 rounded-full border-2 border-white/80 bg-white/20 object-cover"
        onError={() => setFailed(true)}
      />
    );
  }
  return (
    <span className="grid size-10 place-items-center rounded-full bg-white font-semibold text-brand">
      {firstLetter(user.name || user.email || '')}
    </span>
  );
}

function isForeign(picture: string): boolean {
  const own = [location.origin, new URL(PUBLIC_API_BASE).origin];
  return mayShowPicture(picture, { provider: providerOrigin(AUTH0_DOMAIN), own });
}
