import type { Bar } from './figure.ts'

/**
 * The bars of performance, P1 to P15, each limit once: the bench measures against them, and so do the tests that run on
 * every change. docs/performance.md tells how each is measured.
 */
export const bars = {
  // Sizes are as they travel, gzipped.
  scriptBeforePaint: { bar: 'P1', unit: 'o', limit: { exactly: 0 } },
  homeScript: { bar: 'P2', unit: 'ko', limit: { atMost: 110 } },
  /** Of Amplify, before anybody signs in. */
  accountScriptUnasked: { bar: 'P2', unit: 'o', limit: { exactly: 0 } },
  pageScriptAnonymous: { bar: 'P3', unit: 'ko', limit: { atMost: 120 } },
  pageScriptSignedIn: { bar: 'P3', unit: 'ko', limit: { atMost: 165 } },
  /** Of PDF.js, before a document is opened. */
  viewerScriptUnasked: { bar: 'P3', unit: 'o', limit: { exactly: 0 } },
  requestsBeforeContent: { bar: 'P4', unit: '', limit: { atMost: 2 } },
  /** Against a static page of the same HTML. */
  homePaint: { bar: 'P5', unit: '×', limit: { atMost: 1.1 } },
  chapterPaint: { bar: 'P5', unit: '×', limit: { atMost: 1.2 } },
  layoutShift: { bar: 'P6', unit: '', limit: { exactly: 0 } },
  blockingTime: { bar: 'P6', unit: 'ms', limit: { atMost: 100 } },

  bundle: { bar: 'P7', unit: 'ko', limit: { atMost: 450 } },
  /** Against a bare handler with the SDK. */
  firstAnswer: { bar: 'P8', unit: '×', limit: { atMost: 1.25 } },
  /** Against a bare handler that makes the same call of the table. */
  warmCall: { bar: 'P9', unit: '×', limit: { atMost: 1.5 } },

  publicRead: { bar: 'P10', unit: 'a/r', limit: { exactly: 1 } },
  heartbeat: { bar: 'P10', unit: 'a/r', limit: { exactly: 1 } },
  ticket: { bar: 'P10', unit: 'a/r', limit: { atMost: 2 } },
  adminChange: { bar: 'P10', unit: 'a/r', limit: { atMost: 3 } },
  heartbeatWrites: { bar: 'P11', unit: 'unité(s)', limit: { exactly: 1 } },
  heartbeatReads: { bar: 'P11', unit: 'unité(s)', limit: { exactly: 0 } },
  /** Transactions that a premium toggle makes. */
  premiumTransactions: { bar: 'P12', unit: '', limit: { exactly: 1 } },
  /** Costs that differ between few and many accounts and resources. */
  differingCosts: { bar: 'P13', unit: '', limit: { exactly: 0 } },
  scans: { bar: 'P13', unit: '', limit: { exactly: 0 } },
  callsPerHour: { bar: 'P14', unit: '', limit: { atMost: 120 } },
  costPerThousand: { bar: 'P15', unit: '$', limit: { atMost: 5.5 } },
} as const satisfies Record<string, Bar>
