import { expect, test } from 'vitest';
import { decodeLink, EMPTY_LINK, encodeLink, type Link } from './link.ts';
import { unpack } from './payload.ts';

/**
 * Links that people may have sent to each other. They stay here for good: a change that breaks one of them
 * breaks somebody's link. Add those of a new version, never change what is here.
 */
const GOLDEN: readonly (readonly [hash: string, link: Partial<Link>])[] = [
  ['s=paused-holder', { source: { kind: 'scenario', id: 'paused-holder' } }],
  [
    's=paused-holder&p.pause=12000&l=1',
    { source: { kind: 'scenario', id: 'paused-holder' }, values: { pause: 12000 } },
  ],
  [
    's=paused-holder&p.pause=9500.5&p.renewal=watchdog&c=naive,fenced-at-takeover&run=fenced-at-takeover&at=14&lane=A&v=0-20000&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      values: { pause: 9500.5, renewal: 'watchdog' },
      shown: ['naive', 'fenced-at-takeover'],
      leading: 'fenced-at-takeover',
      at: 14,
      lane: 'A',
      view: { from: 0, to: 20_000_000 },
    },
  ],
  [
    's=write-before-new-holder&at=9&t=12345.678&v=-20.5-1000.001&l=1',
    {
      source: { kind: 'scenario', id: 'write-before-new-holder' },
      at: 9,
      t: 12_345_678,
      view: { from: -20_500, to: 1_000_001 },
    },
  ],
  ['r=C01&at=3&l=1', { source: { kind: 'report', id: 'C01' }, at: 3 }],
  [
    's=paused-holder&pick=7~deliver%20A%3Estore%231&pick=9~pause%20B&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      picks: [
        { step: 7, choice: 'deliver A>store#1' },
        { step: 9, choice: 'pause B' },
      ],
    },
  ],
  ['s=paused-holder&guide=&l=1', { source: { kind: 'scenario', id: 'paused-holder' }, guide: '' }],
  ['guide=questions&l=1', { guide: 'questions' }],
  ['s=paused-holder&dispatch=&l=1', { source: { kind: 'scenario', id: 'paused-holder' }, dispatch: {} }],
  [
    'dispatch=&d.batch=4&d.claim-ttl=2&d.lease-ttl=0&d.nodes=5&d.orders=30&d.stall-tick=3&d.stalled-node=none&l=1',
    {
      dispatch: {
        orders: 30,
        nodes: 5,
        batch: 4,
        'claim-ttl': 2,
        'lease-ttl': 0,
        'stalled-node': 'none',
        'stall-tick': 3,
      },
    },
  ],
  [
    's=paused-holder&prove=pause.2,matrix.1&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      study: { page: 'prove', asked: 'pause.2,matrix.1' },
    },
  ],
  [
    's=paused-holder&budget=client.B,ttl.20000,timeout.none,drift.0.005&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      study: { page: 'budget', asked: 'client.B,ttl.20000,timeout.none,drift.0.005' },
    },
  ],
  [
    's=paused-holder&break=goal.refused,most.3&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      study: { page: 'break', asked: 'goal.refused,most.3' },
    },
  ],
  [
    's=paused-holder&map=1~x,pause,0,30000,16~y,/faults/0/at,500,12000,8,log~d,ttl,measured,9000,12000.5~runs,50~cell,7&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      study: {
        page: 'map',
        asked:
          '1~x,pause,0,30000,16~y,/faults/0/at,500,12000,8,log~d,ttl,measured,9000,12000.5~runs,50~cell,7',
      },
    },
  ],
  [
    's=paused-holder&ttl=1~ttl,ttl,1000,30000,30~target,0.01~d,pause,exponential,2500~runs,1000&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      study: {
        page: 'ttl',
        asked: '1~ttl,ttl,1000,30000,30~target,0.01~d,pause,exponential,2500~runs,1000',
      },
    },
  ],
  [
    's=paused-holder&p.pause=27432.118&e./links/0/loss=0.037512&e./seed=2071265065&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      values: { pause: 27_432.118 },
      edits: { set: { '/links/0/loss': 0.037512, '/seed': 2_071_265_065 }, removed: [], added: [] },
    },
  ],
  [
    's=paused-holder&x=0&breaking=goal.refused&l=1',
    {
      source: { kind: 'scenario', id: 'paused-holder' },
      edits: { set: {}, removed: [0], added: [] },
      breaking: 'goal.refused',
    },
  ],
  ['file=incident%20of%20May.jsonl&l=1', { source: { kind: 'file', name: 'incident of May.jsonl' } }],
];

test.each(GOLDEN)('%s', (hash, link) => {
  expect(decodeLink(`#${hash}`)).toEqual({ link: { ...EMPTY_LINK, ...link }, problems: [] });
  expect(encodeLink({ ...EMPTY_LINK, ...link })).toBe(hash);
});

test('a packed trace of version 1 unpacks', async () => {
  const packed = 'BcExCoBADEXBu7w6Rbb9nUcRCbIoUdYggnh3Z14KuRE3Yh1zFsay98hCTBh1bJGoGfGcfcSFmrv79wM';
  const decoded = decodeLink(`#trace=${packed}&l=1`);
  expect(decoded.link.source).toEqual({ kind: 'trace', payload: packed });
  expect(await unpack(packed)).toEqual({
    ok: true,
    text: '{"t":0,"ev":"grant","client":"A","token":1,"expires":10000}',
  });
});
