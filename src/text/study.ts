/** Words of the frame around the pages that ask something of the open scenario, in English. */
export const studyText = {
  pages: {
    prove: {
      name: 'Prove it or break it',
      lesson:
        'Goes through every schedule of a scenario within a budget of faults, shortest first: everything that can happen next may happen next. It ends with a shortest schedule that breaks a property, or with the statement that there is none within these bounds.',
    },
    break: {
      name: 'Break it yourself',
      lesson:
        'Place as few faults as you can so that the property breaks. Meanwhile the explorer looks for the par, the least number of faults with which any schedule breaks it, or finds that none does within these bounds.',
    },
    map: {
      name: 'Safety map',
      lesson:
        'Plays the scenario at random, many times for each pair of values of two numbers, and shows how often it goes wrong: how far the numbers of today are from the edge.',
    },
    ttl: {
      name: 'Which TTL?',
      lesson:
        'Plays the scenario at random at many TTLs, and looks for the smallest one that keeps corruption under a chance that you choose. What a longer TTL costs, the time until somebody else takes over, stands beside it.',
    },
    budget: {
      name: 'Timing budget',
      lesson:
        'Adds up every wait of one client, from the moment its lease was last extended to the moment it is extended again, and holds the sum against the TTL. What is left is the margin; what is overdrawn is time in which somebody else can hold the key while this client still believes.',
    },
  },
  buttonTitle: 'Look into every schedule of this scenario within a budget of faults',
  views: 'What is asked of this scenario',
  configuration: 'Configuration',
  changed:
    'Asked of the scenario as it was changed by hand, not as it was written: undo in the picture takes changes back.',
  close: 'Back to the picture',
  noScenario: 'A recorded trace is one run: it has no other schedules.',
} as const;
