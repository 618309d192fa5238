import LoginPage from '../features/accounts/login.page.tsx';
import { loginSearch } from '../features/accounts/login.search.ts';
import { useAddress } from './public.address.ts';

/** The sign-in; it then opens what the address asks for. */
export function PublicLogin() {
  return <LoginPage to={loginSearch(useAddress().search).to} />;
}
