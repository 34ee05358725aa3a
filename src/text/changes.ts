/** Words for changing the schedule by hand. */
export const changesText = {
  title: 'Change the schedule',
  close: 'Close',
  where: 'Where',
  lane: (lane: string) => lane,
  message: (message: string) => `Message ${message}`,
  at: (time: string) => `at ${time}`,
  everywhere: 'Made in every configuration. Ctrl Z takes it back.',
  nothing: 'Nothing can be changed here.',
  groups: {
    message: 'This message',
    process: 'Process and clock',
    links: 'Links',
    client: 'Make it act',
    service: 'Lock service',
    remove: 'Take away',
  },
  labels: {
    pause: (node: string, length: string) => `Pause ${node} for ${length}`,
    resume: (node: string) => `Resume ${node}`,
    crash: (node: string) => `Crash ${node}`,
    restart: (node: string, isDown: boolean) => (isDown ? `Restart ${node}` : `Crash and restart ${node}`),
    restartLost: (node: string) => `Restart ${node} without its data`,
    clockAhead: (node: string, by: string) => `Set the clock of ${node} ahead by ${by}`,
    clockBack: (node: string, by: string) => `Set the clock of ${node} back by ${by}`,
    cut: (other: string, length: string) => `Cut the link to ${other} for ${length}`,
    refuse: (node: string, length: string) => `Let ${node} refuse requests for ${length}`,
    drop: (message: string) => `Lose ${message}`,
    delay: (message: string, by: string) => `Delay ${message} by ${by}`,
    duplicate: (message: string) => `Deliver ${message} twice`,
    loseAnswer: (message: string) => `Lose the answer to ${message}`,
    act: {
      acquire: (client: string) => `${client} acquires now`,
      renew: (client: string) => `${client} renews now`,
      write: (client: string) => `${client} writes now`,
      release: (client: string) => `${client} releases now`,
    },
    remove: (fault: string) => `No more: ${fault}`,
    nothingOnTheWay: 'Lose, delay or double a message',
  },
  reasons: {
    isPaused: (node: string) => `${node} is paused already.`,
    isNotPaused: (node: string) => `${node} is not paused.`,
    isDown: (node: string) => `${node} is down.`,
    isCut: (node: string, other: string) => `The link between ${node} and ${other} is cut already.`,
    refuses: (node: string) => `${node} refuses requests already.`,
    waits: (client: string) => `${client} is waiting for an answer.`,
    neverHeld: (client: string) => `${client} has not been granted the key yet.`,
    notOffered: (what: string) => `Its lock module cannot ${what} by hand.`,
    oneNode: (node: string) => `${node} is one node: there is none to fail over to.`,
    noSuchMessage: (message: string) => `${message} is not sent in this run.`,
    isLost: (message: string) => `${message} is lost as it is.`,
    noMessage: (time: string) => `Nothing is on its way at ${time}.`,
    noChange: 'Nothing would be different.',
    full: (most: number) => `There are ${String(most)} changes already: take some back first.`,
    problem: (what: string) => `It cannot be here: ${what}.`,
  },
  faults: {
    failover: 'Fail the service over',
    'leader-change': 'Change the leader: fail the service over',
    'quorum-lost': 'Lose the quorum',
    'quorum-back': 'Give the quorum back',
    'replica-stops': 'Stop the replica',
    'replica-catches-up': 'Let the replica catch up',
    evict: 'Evict the key',
    forget: 'Forget the key',
  } as Readonly<Record<string, string>>,
  /** A fault that only some services know. */
  fault: (kind: string): string =>
    Object.hasOwn(changesText.faults, kind)
      ? (changesText.faults[kind] ?? kind)
      : `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`,
  /** What was changed, as the end of a list: no sentence. */
  said: {
    pause: (node: string, at: string, length: string | null) =>
      `${node} paused at ${at}${length === null ? '' : ` for ${length}`}`,
    resume: (node: string, at: string) => `${node} resumed at ${at}`,
    crash: (node: string, at: string) => `${node} crashed at ${at}`,
    restart: (node: string, at: string, isLost: boolean) =>
      `${node} restarted at ${at}${isLost ? ' without its data' : ''}`,
    clock: (node: string, at: string, by: string | null, isAhead: boolean) =>
      by === null
        ? `the clock of ${node} at another rate from ${at}`
        : `the clock of ${node} set ${isAhead ? 'ahead' : 'back'} by ${by} at ${at}`,
    partition: (a: string, b: string, at: string, length: string | null) =>
      `${a} and ${b} cut off at ${at}${length === null ? '' : ` for ${length}`}`,
    refuse: (node: string, at: string) => `${node} refuses requests from ${at}`,
    slow: (node: string, at: string) => `${node} slow from ${at}`,
    delay: (message: string, by: string) => `${message} late by ${by}`,
    lose: (message: string) => `${message} lost`,
    'lose-answer': (message: string) => `the answer to ${message} lost`,
    duplicate: (message: string) => `${message} twice`,
    act: {
      acquire: (client: string, at: string) => `${client} acquires at ${at}`,
      renew: (client: string, at: string) => `${client} renews at ${at}`,
      write: (client: string, at: string) => `${client} writes at ${at}`,
      release: (client: string, at: string) => `${client} releases at ${at}`,
    } as Readonly<Record<string, (client: string, at: string) => string>>,
    own: (fault: string, node: string, at: string) => `${fault.replaceAll('-', ' ')} at ${node} at ${at}`,
  },
};
