-- Whoever is told of mentions in Slack was told of questions too, and goes on being told.
update auth.integrations set settings = jsonb_set(settings, '{kinds}', settings -> 'kinds' || '["question"]')
  where provider = 'slack' and settings -> 'kinds' ? 'mention' and not settings -> 'kinds' ? 'question';
