import { useState } from 'react';
import type { TextsOf } from '../i18n/texts.ts';
import { createLogin } from '../features/account/login.ts';
import { createSetPassword } from '../features/account/set-password.ts';
import { accountEnvironment } from '../browser/account.ts';
import { SetPassword } from '../features/account/SetPassword.tsx';
import { SignIn } from '../features/account/SignIn.tsx';

interface Paths {
  /** Addresses in the page's language. */
  readonly paths: Readonly<Record<'home' | 'contact' | 'login' | 'setPassword' | 'dashboard', string>>;
}

type Props = Paths &
  (
    | { readonly screen: 'signIn'; readonly texts: TextsOf<'login'> }
    | { readonly screen: 'setPassword'; readonly texts: TextsOf<'setPassword'> }
  );

const SigningIn = ({ texts, paths }: Paths & { readonly texts: TextsOf<'login'> }) => {
  const [login] = useState(() => createLogin(accountEnvironment(), paths));
  return <SignIn login={login} texts={texts} paths={paths} />;
};

const SettingPassword = ({ texts, paths }: Paths & { readonly texts: TextsOf<'setPassword'> }) => {
  const [store] = useState(() => createSetPassword(accountEnvironment()));
  return <SetPassword store={store} texts={texts} paths={paths} />;
};

/** Signing in, requesting a link for a forgotten password, setting a new one. */
export default function Login(props: Props) {
  return props.screen === 'signIn' ? (
    <SigningIn texts={props.texts} paths={props.paths} />
  ) : (
    <SettingPassword texts={props.texts} paths={props.paths} />
  );
}
