"""The games that come with Takujo, one folder each."""
