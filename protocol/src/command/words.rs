//! The tokens of a line, which blanks and tabs in any number separate.

/// What is left of a line, token by token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    pub(super) const fn of(line: &'a str) -> Self {
        Self(line)
    }

    /// The next token, which stays.
    pub(super) fn peek(mut self) -> Option<&'a str> {
        self.next()
    }

    /// Takes the next token if it is wanted.
    pub(super) fn next_if(&mut self, wanted: impl FnOnce(&'a str) -> bool) -> Option<&'a str> {
        if wanted(self.peek()?) {
            self.next()
        } else {
            None
        }
    }

    /// All that is left, as it was written, without blanks around it.
    pub(super) const fn rest(self) -> &'a str {
        self.0.trim_ascii()
    }

    /// The text before the token `word`, without blanks around it, and what begins with that
    /// token; everything and nothing if it does not occur.
    pub(super) fn split_before(self, word: &str) -> (&'a str, Self) {
        let mut rest = self;
        while rest.peek().is_some_and(|next| next != word) {
            rest.next();
        }
        let before = &self.0[..self.0.len() - rest.0.len()];
        (before.trim_ascii(), rest)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_ascii_start();
        let end = text
            .find(|letter: char| letter.is_ascii_whitespace())
            .unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}
