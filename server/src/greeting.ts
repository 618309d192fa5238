import type { FirstAccount, FirstStart } from './features/setup/first.account.ts';
import { describeHttps } from './https/greeting.ts';
import { isEverywhere, listNetworkAddresses } from './https/laptop.names.ts';
import { hasDesktop, openBrowser } from './start/browser.ts';
import { type Environment, isPlaceholder } from './start/environment.ts';

type Print = (sentence: string) => void;

/** Prints the address, and how to set up or to sign in once there is a browser; opens one on a desktop. */
export function greet(environment: Environment, first: FirstStart, print: Print): void {
  print(`\nDossard est ouvert. / Dossard is at ${environment.publicUrl}`);
  if (isEverywhere(environment.host))
    for (const address of listNetworkAddresses())
      print(`On your network / Sur votre réseau : http://${address}:${environment.port}`);
  for (const line of describeHttps(environment)) print(line);
  const { contactEmail, smtpUrl, mailFrom } = environment;
  const unset = { CONTACT_EMAIL: contactEmail, ...(smtpUrl && { MAIL_FROM: mailFrom }) };
  for (const [name, address] of Object.entries(unset))
    if (isPlaceholder(address))
      print(
        `Nobody receives mails to ${address}: set your address in ${name}. / Personne ne reçoit ces messages : mettez votre adresse dans ${name}.`,
      );
  if (first && 'account' in first) greetAccount(first.account, print);
  // In the fragment, which no browser sends and no proxy logs.
  const setupUrl = first && 'setupToken' in first ? `${environment.publicUrl}/setup#${first.setupToken}` : undefined;
  if (setupUrl)
    print(
      `Set up Dossard by this link, within an hour. / Mettez Dossard en service par ce lien, dans l’heure :\n${setupUrl}`,
    );
  const mayOpen = environment.openBrowser ?? (setupUrl !== undefined && hasDesktop());
  if (mayOpen) void openBrowser(setupUrl ?? `${environment.publicUrl}/competitions`);
}

/** Opens the browser for somebody who has started a running Dossard again. */
export async function greetAgain({ publicUrl }: Environment, print: Print): Promise<void> {
  print(`Dossard est déjà ouvert. / Dossard is already open at ${publicUrl}`);
  await openBrowser(`${publicUrl}/competitions`);
}

/** Prints how to sign in to an account that this start has made; a generated password is printed only this once. */
function greetAccount({ email, invented, isCommon }: FirstAccount, print: Print): void {
  if (invented)
    print(
      `Sign in as ${email} with the password ${invented} (shown this once)\nConnectez-vous avec cette adresse et ce mot de passe, qui ne sera plus affiché.`,
    );
  else
    print(
      `Sign in as ${email} with the password of ADMIN_PASSWORD\nConnectez-vous avec cette adresse et ce mot de passe.`,
    );
  if (isCommon)
    print(
      'ADMIN_PASSWORD is a common password. Choose one that is harder to guess on your profile.\nCe mot de passe est trop courant : choisissez-en un autre dans votre profil.',
    );
}
