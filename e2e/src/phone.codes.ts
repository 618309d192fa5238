import { expect, type Page } from '@playwright/test';
import { codeSide } from './fake.camera.ts';
import type { Prepared } from './prepare.ts';
import { phone, signIn, typeLine } from './steps.ts';

/* The QR codes with which a phone without network shows its runs. */

/** Records a run of each bib without network. */
export async function recordOffline(
  page: Page,
  { competitionId, zoneId }: Prepared,
  dossards: readonly number[],
): Promise<void> {
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  // The outbox's sends and verifications.
  await page.route(/\/runs\/sheet$|submissionID=/, (route) => route.abort());
  for (const dossard of dossards) await typeLine(page, String(dossard), '12.1', '50');
  await expect(page.getByRole('article')).toHaveCount(dossards.length);
}

/** Opens the codes of the unsent runs. */
export async function showCodes(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Passages', exact: true }).click();
  await page.getByRole('link', { name: /passages non envoyés/ }).click();
  await page.getByRole('button', { name: 'Montrer en codes QR' }).click();
}

/** Takes a grey picture of each code that the phone shows. */
export async function photographCodes(page: Page): Promise<Buffer[]> {
  const first = page.getByRole('img', { name: /^Passages non envoyés, code 1 sur/ });
  const label = (await first.getAttribute('aria-label')) ?? '';
  const total = Number(/sur (\d+)/.exec(label)?.[1]);
  const codes: Buffer[] = [];
  for (let number = 1; number <= total; number += 1)
    codes.push(await photographCode(page, `Passages non envoyés, code ${number} sur ${total}`));
  return codes;
}

/** Takes a grey picture of the code with a label, once it is drawn. */
export async function photographCode(page: Page, label: string): Promise<Buffer> {
  const grey = await page.evaluate(
    async ({ label, size }) => {
      const find = () => document.querySelector<SVGElement>(`svg[aria-label="${label}"]`);
      while (!find()) await new Promise(requestAnimationFrame);
      const copy = find()?.cloneNode(true) as SVGElement;
      copy.setAttribute('width', String(size));
      copy.setAttribute('height', String(size));
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const { data } = context?.getImageData(0, 0, size, size) ?? { data: new Uint8ClampedArray() };
      return Array.from({ length: size * size }, (_, at) => 30 + Math.round(((data[at * 4] ?? 0) * 190) / 255));
    },
    { label, size: codeSide },
  );
  return Buffer.from(grey);
}
