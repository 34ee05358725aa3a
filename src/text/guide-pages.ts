/** What the pages of the guide are called, by their names in a link. */
export const guidePageNames = {
  '': 'Redis, etcd, or no lock at all',
  questions: 'Eight questions, and rules of use',
} as const;
