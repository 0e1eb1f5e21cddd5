/** Loaded before every suite: the logger reads its level when it is created. */
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
process.env.POWERTOOLS_METRICS_DISABLED = 'true'
