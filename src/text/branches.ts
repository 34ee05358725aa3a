/** Words for the branches that changes make. */
export const branchesText = {
  heading: 'Branches',
  intro: 'Every change is kept. A change after an undo, or after going back, begins a branch.',
  recorded: 'A recorded trace cannot be changed: it has no branches.',
  undo: 'Undo',
  redo: 'Redo',
  copyAll: 'Copy link with all branches',
  copied: 'Link with all branches copied',
  opened: 'As it was opened',
  branch: (number: number) => `Branch ${String(number)}`,
  now: 'shown now',
  stop: 'Stop comparing',
  comparing: (name: string) => `The picture compares the present branch with "${name}".`,
  show: (name: string) => `Go to ${name}`,
  compare: (name: string) => `Compare with ${name}`,
  rename: (name: string) => `Name ${name}`,
  remove: (name: string) => `Delete ${name}`,
  words: { show: 'Go to', compare: 'Compare', rename: 'Name', remove: 'Delete' },
  nameField: 'Name of the branch',
  save: 'Save name',
  present: 'now',
  more: (count: number) => `and ${String(count)} more`,
  nothing: 'Nothing is changed.',
  parameter: (name: string, value: string) => `${name}: ${value}`,
  removed: (fault: string) => `no more: ${fault}`,
  pick: (step: number, choice: string) => `step ${String(step)}: ${choice}`,
  set: (where: string, value: string) => `${where}: ${value}`,
  keepProblems: {
    unreadable:
      'The branches of an earlier visit could not be read. They were put aside in this browser under "fenceline-work-unread"; new ones are kept.',
    newer:
      'The branches of an earlier visit were written by a later Fenceline. They were put aside in this browser under "fenceline-work-unread"; new ones are kept.',
    'no-room':
      'This browser has no room left to keep your branches. They stay until you close the tab; copy a link to keep them.',
    forbidden:
      'This browser does not let the page keep your branches. They stay until you close the tab; copy a link to keep them.',
  },
  linkUnreadable: 'The branches in the link cannot be read. The one that it shows is open.',
  linkNewer: 'The branches in the link were written by a later Fenceline. The one that it shows is open.',
  linkTooLong: (length: number, limit: number) =>
    `All branches would make a link of ${length.toLocaleString('en')} characters; more than ${limit.toLocaleString('en')} do not travel well. Delete some branches, or copy the link of this one.`,
  copyFailed: 'The browser did not allow copying.',
};
