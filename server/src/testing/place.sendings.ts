/** The address of an installation that does not answer. */
const nowhere = { address: 'http://127.0.0.1:1', code: 'AAAA-BBBB-CCCC-DDDD' };

interface Of {
  id: number;
}

/** Input of the calls about shared competitions, valid enough to reach their handlers. */
export const placeSendings = {
  getPlace: ({ id }: Of) => ({ params: { id } }),
  createPlaceCode: ({ id }: Of) => ({ params: { id } }),
  createReceivingCode: () => ({}),
  givePlace: ({ id }: Of) => ({ params: { id }, body: nowhere }),
  joinPlace: () => ({ body: nowhere }),
  moveHome: ({ id }: Of) => ({ params: { id }, body: { to: 'here' } }),
  decideConflict: ({ id }: Of) => ({ params: { id, conflict: 'unknown' }, body: { take: 'ours' } }),
  endPlace: ({ id }: Of) => ({ params: { id } }),
};
