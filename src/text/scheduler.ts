/** Words of the list of everything that can happen next. */
export const schedulerText = {
  heading: (step: string, of: string, time: string) => `After step ${step} of ${of}, at ${time}`,
  intro: 'Choose what happens next. After that the run goes on by the clock until you choose again.',
  over: 'The run is over: nothing more can happen.',
  recorded: 'A recorded trace has happened: there is nothing to choose.',
  back: 'Step back',
  forward: 'Step on',
  options: 'What can happen next',
  byClock: 'Next by the clock',
  faults: 'Faults that you may choose',
  ordinary: 'next by the clock',
  taken: 'in this run',
  passesOver: (count: number) =>
    count === 1
      ? 'One message is passed over: it is late then.'
      : `${String(count)} messages are passed over: they are late then.`,
  at: (time: string) => `at ${time}`,
  chosen: (count: number) => (count === 1 ? 'One choice by hand' : `${String(count)} choices by hand`),
  none: 'So far everything goes by the clock.',
  ordinaryOn: 'Go on by the clock from here',
  allOrdinary: 'Take all choices back',
  pick: (step: number, choice: string) => `Step ${String(step)}: ${choice}`,
  missed: (configuration: string, step: number, choice: string) =>
    `${configuration}: "${choice}" was not possible at step ${String(step)}. What was next by the clock happened.`,
  full: (most: number) => `A link holds at most ${String(most)} choices. Take some back first.`,
  choice: {
    deliver: (message: string, what: string, to: string) => `Deliver ${message}: ${what} to ${to}`,
    lose: (message: string, what: string) => `Lose ${message}: ${what}`,
    duplicate: (message: string, what: string) => `Double ${message}: ${what}`,
    copy: ', the copy',
    again: (message: string, to: string) => `${to} finishes what it does with ${message}`,
    run: (who: string, busy: boolean) =>
      busy ? `${who} ends its work and goes on` : `${who} runs its next instruction`,
    runByHand: (who: string) => `${who} runs what it is made to do by hand`,
    timer: (node: string, id: string) => `The timer "${id}" of ${node} rings`,
    deadline: (node: string, id: string) => `At ${node} a time is over: ${id}`,
    fault: (node: string, what: string) => `What is set strikes ${node}: ${what}`,
    pause: (node: string) => `Pause ${node}`,
    resume: (node: string) => `Resume ${node}`,
    crash: (node: string) => `Crash ${node}`,
    restart: (node: string) => `Restart ${node}`,
    event: (node: string, name: string) => `${node}: ${name}`,
    aMessage: 'a message',
  },
};
