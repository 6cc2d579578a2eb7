"""Runs one module of tests and prints a line of JSON for each: its name and its failure, if there is one."""

import json
import sys
import unittest


class Outcomes(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        self.failure = None

    def addError(self, test, err):
        self.failure = self._exc_info_to_string(err, test)

    def addFailure(self, test, err):
        self.failure = self._exc_info_to_string(err, test)

    def stopTest(self, test):
        super().stopTest(test)
        print(json.dumps({'name': test._testMethodName, 'failure': self.failure}), flush=True)


unittest.defaultTestLoader.loadTestsFromName(sys.argv[1]).run(Outcomes())
