"""What patches say, read once however many pages are told it."""

import json


class Operations:
    """What patches say. A thousand pages that look at one list are told the same, and it is read once for all of them."""

    def __init__(self):
        self.read = {}

    def of(self, text):
        found = self.read.get(text)
        if found is None:
            if len(self.read) > 5000:
                self.read.clear()
            found = self.read[text] = frozen(json.loads(text))
        return found


def frozen(value):
    return tuple(map(frozen, value)) if isinstance(value, list) else value
