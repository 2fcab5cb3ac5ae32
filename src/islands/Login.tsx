import { useState } from 'react';
import { createLogin } from '../stores/account/login.ts';
import { createSetPassword } from '../stores/account/set-password.ts';
import { ownerEnvironment } from '../stores/environment/owner.ts';
import { SetPassword } from '../ui/account/SetPassword.tsx';
import { SignIn } from '../ui/account/SignIn.tsx';
import type { SetPasswordTexts, SignInTexts } from '../ui/account/texts.ts';

interface Paths {
  /** Addresses in the page's language. */
  readonly paths: Readonly<Record<'home' | 'login' | 'setPassword' | 'dashboard', string>>;
}

type Props = Paths &
  (
    | { readonly screen: 'signIn'; readonly texts: SignInTexts }
    | { readonly screen: 'setPassword'; readonly texts: SetPasswordTexts }
  );

const SigningIn = ({ texts, paths }: Paths & { readonly texts: SignInTexts }) => {
  const [login] = useState(() => createLogin(ownerEnvironment(), paths));
  return <SignIn login={login} texts={texts} homePath={paths.home} />;
};

const SettingPassword = ({ texts, paths }: Paths & { readonly texts: SetPasswordTexts }) => {
  const [store] = useState(() => createSetPassword(ownerEnvironment(), paths.dashboard));
  return <SetPassword store={store} texts={texts} paths={paths} />;
};

/** The way to the desk: signing in, a link when the password is forgotten, a new password. */
export default function Login(props: Props) {
  return props.screen === 'signIn' ? (
    <SigningIn texts={props.texts} paths={props.paths} />
  ) : (
    <SettingPassword texts={props.texts} paths={props.paths} />
  );
}
