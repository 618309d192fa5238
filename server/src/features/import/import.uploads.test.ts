import { importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { describe, expect, it, test } from 'vitest';
import { startTestApp } from '../../testing/test.app.ts';
import { heading, openDesk, zoe } from './testing/import.desk.ts';
import { writeCsv } from './testing/table.files.ts';

const house = await startTestApp();

describe('a file that is no participant file', () => {
  // ASVS 5.2.1
  it('is refused when it is larger than 10 MB', async () => {
    const desk = await openDesk(house);
    const answer = await desk.sendFile(Buffer.alloc(10 * 2 ** 20 + 1, 'a'));
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      413,
      'file_too_large',
      'The file is larger than 10 MB.',
    ]);
  });

  it('is refused when it is an image', async () => {
    const desk = await openDesk(house);
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const name of ['photo.png', 'engagés.csv']) {
      const answer = await desk.sendFile(png, { name });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_file']);
    }
  });

  const form = (...parts: string[]) => ({
    type: 'multipart/form-data; boundary=x',
    payload: `${parts.map((part) => `--x\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`,
  });
  const noFile = 'Please select a file.';
  const unreadable = 'The request cannot be read.';
  const cases: { says: string; type: string; payload: string; message: string }[] = [
    { says: 'JSON', type: 'application/json', payload: '{}', message: noFile },
    { says: 'no body', type: 'application/json', payload: '', message: noFile },
    { says: 'an empty form', ...form(), message: noFile },
    { says: 'a form without a file', ...form('name="note"\r\n\r\nhello'), message: noFile },
    { says: 'a file in another field', ...form('name="sheet"; filename="a.csv"\r\n\r\na;b'), message: noFile },
    { says: 'text in the field', ...form('name="file"\r\n\r\n12;U13;Le Gall;Zoé;F'), message: noFile },
    { says: 'a form without boundary', type: 'multipart/form-data', payload: 'abc', message: unreadable },
    {
      says: 'a form that was cut off',
      type: 'multipart/form-data; boundary=x',
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n12;U1',
      message: unreadable,
    },
  ];
  test.each(cases)('is refused when it is $says', async ({ type, payload, message }) => {
    const desk = await openDesk(house);
    const answer = await desk.admin.call(importParticipants, {
      params: { id: desk.competitionId },
      headers: { 'content-type': type },
      body: payload as unknown as Record<string, unknown>,
    });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_request', message }]);
  });

  it('may have any name', async () => {
    const desk = await openDesk(house);
    const bytes = writeCsv([heading, zoe]);
    for (const name of ['a\tb.csv', 'a\0b.csv', `${'é'.repeat(300)}.csv`, '../../etc/passwd.csv', '�.csv', '.csv']) {
      expect([name, (await desk.sendFile(bytes, { name })).status]).toEqual([name, 200]);
    }
  });
});
