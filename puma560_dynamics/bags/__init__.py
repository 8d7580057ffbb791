"""From the files of a bag to raw messages, and from raw messages to arrays, also where files are damaged."""
